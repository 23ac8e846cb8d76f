import {
  type AccountType,
  type ConnectorContext,
  readPreferredAccountTypes,
  STORAGE_KEYS,
  STORAGE_PREFIX,
  watchTabs,
} from '@latchkey/core/connector'
import type { UserSession } from '@latchkey/protocol/frame'
import { type AccountWish, caipOf, type FrameConnection } from './FrameConnection.ts'

const KEY = STORAGE_PREFIX + STORAGE_KEYS.preferredAccountTypes

/**
 * The kind of account that the visitor chooses in one tab of a site holds at once in its other tabs where somebody is
 * connected. The choice is only read here, never written, so that no tab follows back.
 *
 * @param tell hears who is connected now, and of which kind the account is to be
 * @returns how to stop
 */
export function followAccountType(
  context: ConnectorContext,
  connection: FrameConnection,
  wish: AccountWish,
  tell: (user: UserSession, type: AccountType) => void,
): () => void {
  const follow = async (type: AccountType) => {
    // Before the frame is asked: it tells of its accounts as soon as it has heard.
    wish.type = type
    const client = await connection.get()
    // It takes a network without smart accounts, too; `setPreferredAccount` refuses there.
    const user = await client.call.getUser({ preferredAccountType: type })
    // Whoever chose, switched or left meanwhile has the later answer.
    if (wish.type === type && caipOf(user.chainId) === context.getNetwork().caipNetworkId) tell(user, type)
  }
  const read = () => {
    const { eip155: type } = readPreferredAccountTypes(context.storage)
    // A failure says nothing here: the frame's next document, the next network and the next load take the choice.
    if (wish.type && type && type !== wish.type) follow(type).catch(() => undefined)
  }
  return watchTabs((key) => key === KEY, read)
}
