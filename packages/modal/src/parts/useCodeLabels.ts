import { useSay } from '../locales/LocaleContext.tsx'

type CodeLabels = {
  code: string | undefined
  copyLabels: { copy: string; copied: string; failed: string } | undefined
}

/** An error code for a `Banner`, with the words to copy it. */
export function useCodeLabels(code: number | undefined): CodeLabels {
  const say = useSay()
  if (code === undefined) return { code: undefined, copyLabels: undefined }
  return {
    code: String(code),
    copyLabels: {
      copy: say('shell.copyCode', { code }),
      copied: say('shell.copied'),
      failed: say('shell.copyFailed'),
    },
  }
}
