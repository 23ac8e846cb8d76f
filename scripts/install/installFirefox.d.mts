export function installFirefox(options: {
  find: () => string | undefined
  log: (line: string) => void
  signal?: AbortSignal
}): Promise<boolean>
