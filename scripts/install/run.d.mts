export type RunOptions = {
  cwd?: string
  /** Added to the environment. */
  env?: Readonly<Record<string, string | undefined>>
  /** Collects the output instead of showing it. */
  quiet?: boolean
  /** Ends the program and what it started. */
  signal?: AbortSignal
  /** Milliseconds. */
  timeout?: number
}

export function run(
  command: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<{ code: number; output: string; timedOut: boolean }>
export function npmCommand(): string[]
export function abortOnSignals(): AbortSignal
