export function installDebianBrowser(options: {
  name: string
  packages: readonly string[]
  find: () => string | undefined
  log: (line: string) => void
  signal?: AbortSignal
}): Promise<boolean>
