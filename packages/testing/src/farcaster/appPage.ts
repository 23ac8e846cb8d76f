import type { IncomingMessage, ServerResponse } from 'node:http'
import { readForm, sendPage } from '../identity/sendPage.ts'
import { signInEndPage, signInErrorPage, signInPage } from '../identity/signInPage.ts'
import { isTestPersonId } from '../identity/testPeople.ts'
import type { ChannelStore } from './channelStore.ts'
import { farcasterWallet } from './farcasterWallet.ts'

const NETWORK = 'Farcaster'

/**
 * Answers the link of a channel with a page that stands for the person's app: it signs for the test person that is
 * chosen there, as `farcasterWallet` does.
 */
export async function answerAppPage(
  channels: ChannelStore,
  relayUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const link = `${relayUrl}${request.url}`
  const channel = channels.find(new URL(link).searchParams.get('channelToken') ?? '')
  if (!channel || channel.answer) {
    sendPage(response, 400, signInErrorPage(NETWORK, 'This sign-in has ended. Start anew.'))
    return
  }
  if (request.method !== 'POST') {
    sendPage(response, 200, signInPage(NETWORK, `${channel.parameters.domain} asks you to sign in.`))
    return
  }
  const person = (await readForm(request)).get('person')
  if (!isTestPersonId(person)) {
    sendPage(response, 200, signInEndPage(NETWORK, 'Nothing was signed. You can close this page.'))
    return
  }
  await farcasterWallet({ relayUrl, person }).approve(link)
  sendPage(response, 200, signInEndPage(NETWORK, 'You have signed in. You can close this page.'))
}
