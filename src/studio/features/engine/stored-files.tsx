import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { storedFiles } from '#studio/queries/device.ts'
import { Button } from '#studio/ui/button.tsx'

/** The model files that this browser keeps, and the way to be rid of them. */
export function StoredFiles() {
  const service = useService()
  const client = useQueryClient()
  const announce = useAnnounce()
  const { data: files } = useQuery(storedFiles(service))
  const deleting = useMutation({
    networkMode: 'always',
    mutationFn: async () => service.onDevice?.deleteFiles(),
    onSuccess: () => announce('Model files deleted'),
    onSettled: () => client.invalidateQueries({ queryKey: [service.id] }),
  })
  const total = files?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  return (
    <section aria-labelledby="stored-title" className="mt-7">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="stored-title" className="text-sm font-semibold">
          Kept in this browser{' '}
          {total > 0 ? (
            <span className="figures font-normal text-ink-faint">{formatBytes(total)}</span>
          ) : null}
        </h3>
        {total > 0 ? (
          <Button look="fault" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
            <Trash2 size={15} aria-hidden /> Delete
          </Button>
        ) : null}
      </div>
      {total > 0 ? (
        <ul className="mt-2 divide-y divide-line rounded-md inset-ring inset-ring-line">
          {files?.map(({ name, bytes }) => (
            <li key={name} className="flex justify-between gap-4 px-3 py-2 text-xs">
              <span className="truncate font-mono" title={name}>
                {name}
              </span>
              <span className="figures shrink-0 text-ink-soft">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-ink-soft">
          {files ? 'No model files yet. They come with the first picture, once.' : null}
        </p>
      )}
      {deleting.error ? (
        <p className="mt-2 text-sm text-fault">
          They could not be deleted. Close other tabs of the studio and try again.
        </p>
      ) : null}
    </section>
  )
}
