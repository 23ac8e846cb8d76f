import type { Eip1193Provider } from '@latchkey/sdk'

/** EIP-5792, `wallet_getCallsStatus`. */
const WORDS: Readonly<Record<number, string>> = {
  100: 'on their way',
  200: 'done',
  400: 'failed before the network saw them',
  500: 'failed on the network',
  600: 'done in part',
}
const PAUSE = 1_000

/** Writes what becomes of a group of calls, until they are at rest or another group is followed. */
export function createCallsFollower(provider: Eip1193Provider, output: HTMLElement | null) {
  let current: string | undefined
  const say = (status: number) => {
    if (!output) return
    output.dataset.status = String(status)
    output.textContent = `The calls are ${WORDS[status] ?? 'in a state that this page does not know'} (${status}).`
  }
  return {
    /** The group that was sent last. */
    last: () => current,
    async follow(id: string): Promise<void> {
      current = id
      say(100)
      while (current === id) {
        const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
        const status = Number((answer as { status?: unknown } | null)?.status)
        if (current !== id) return
        say(status)
        if (status !== 100) return
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    },
  }
}
