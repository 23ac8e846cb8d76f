import { demoAccountTypes } from '../demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from '../stackAddresses.ts'

/** What the pages of single namespaces have in common. */
export const demoOptions = () => ({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: 'auto' as const,
})

/** Runs the action of the button that is pressed, and shows what it gave. */
export function actOnClicks(act: (action: string) => Promise<unknown>): void {
  const output = document.querySelector<HTMLOutputElement>('#result')
  document.querySelector('main')?.addEventListener('click', async (event) => {
    const { action } = (event.target as HTMLElement).dataset
    if (!action || !output) return
    output.textContent = ''
    try {
      output.textContent = JSON.stringify(await act(action))
    } catch (error) {
      output.textContent = error instanceof Error ? error.message : String(error)
    }
  })
}
