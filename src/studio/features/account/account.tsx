import { useActivityList } from '#studio/queries/activity.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { ServicePanel } from './service-panel.tsx'

/** The connected service with its credits, and the list of recent work. */
export function Account() {
  const activities = useActivityList()
  return (
    <div className="flex lg:min-h-[calc(min(88dvh,50rem)-3.5rem)] max-lg:flex-col">
      <div className="shrink-0 border-line max-lg:contents lg:w-80 lg:border-r">
        <ServicePanel activities={activities ?? []} />
      </div>
      <ActivityPanel activities={activities} />
    </div>
  )
}
