/** Runs one request and writes what came of it into the page's output. */
export async function showResult(work: () => Promise<unknown>): Promise<void> {
  const output = document.querySelector<HTMLOutputElement>('#result')
  if (!output) return
  output.dataset.state = 'pending'
  output.textContent = 'Waiting for the wallet…'
  try {
    output.textContent = textOf((await work()) ?? 'Done.')
    output.dataset.state = 'done'
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string }
    output.textContent = `${message ?? 'Failed'} (${code ?? 'no code'})`
    output.dataset.state = 'failed'
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
