import { Notice } from '#studio/ui/notice.tsx'

export const ExpiredCard = () => (
  <div className="pointer-events-auto w-full max-w-md shadow-lift">
    <Notice tone="plain" title="The results of this video are gone">
      <p className="mt-1 text-ink-soft">
        They are kept for 24 hours. Start the video again to have them anew.
      </p>
    </Notice>
  </div>
)
