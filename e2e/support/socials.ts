import { type TestPersonId, testPeople } from '@latchkey/testing/node'
import type { Locator, Page } from '@playwright/test'
import type { HostPage } from './HostPage.ts'

/** The networks of the local identity provider, by what people call them. */
export const networks = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
} as const

export type Network = keyof typeof networks

/** Where the modal keeps the button of a network: on its first view, or behind "More". */
const isBehindMore = (network: Network | 'farcaster') => network === 'github' || network === 'facebook'

const nameOf = (network: Network | 'farcaster') => (network === 'farcaster' ? 'Farcaster' : networks[network])

/** Opens the modal and finds the button of a network. */
export async function findSocialButton(
  { page, dialog }: HostPage,
  network: Network | 'farcaster',
): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  if (isBehindMore(network)) await dialog.getByRole('button', { name: 'More', exact: true }).click()
  return dialog.getByRole('button', { name: `Continue with ${nameOf(network)}`, exact: true })
}

/** Starts a sign-in from the button of the page; answers the network's window, which shows its page. */
export async function openNetwork(host: HostPage, network: Network): Promise<Page> {
  const button = await findSocialButton(host, network)
  const [popup] = await Promise.all([host.page.waitForEvent('popup'), button.click()])
  await popup.getByRole('heading', { name: `Sign in with ${networks[network]}` }).waitFor()
  return popup
}

/** What a person does on the network's page. */
export const continueAs = (page: Page, person: TestPersonId): Promise<void> =>
  page.getByRole('button', { name: `Continue as ${testPeople[person].name}` }).click()

/** From the page's button to the account. */
export async function signInWith(host: HostPage, network: Network, person: TestPersonId): Promise<void> {
  await continueAs(await openNetwork(host, network), person)
}

/** A sentence of the modal, which a screen reader is told once more. */
export const says = ({ dialog }: HostPage, text: string): Locator =>
  dialog.getByText(text, { exact: true }).first()
