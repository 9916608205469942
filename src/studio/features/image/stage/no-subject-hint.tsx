import { useQuery } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { subjectFound } from '#studio/queries/subject-found.ts'
import { Notice } from '#studio/ui/notice.tsx'

/** Says so when nothing was left of the picture. */
export function NoSubjectHint({ id, answer }: { readonly id: string; readonly answer: ImageAnswer }) {
  const { data: found = true } = useQuery(subjectFound(id, answer))
  if (found) return null
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="doubt" title="No clear subject found">
        <p className="mt-1 text-ink">
          Nothing stood out from the background. Try Fine, or a picture where the subject is larger.
        </p>
      </Notice>
    </div>
  )
}
