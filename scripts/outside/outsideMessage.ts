import { verifyMessage } from 'viem'

/** What visitors sign on the consumers' pages; `consumers/shared/Signer.tsx` has it too. */
export const MESSAGE = 'Signed outside'

/** @throws Error when the signature is not that of the address, by another library than the wallet's own */
export async function verifySigned(address: string, signature: string): Promise<void> {
  const signed = { address: address as `0x${string}`, signature: signature as `0x${string}` }
  if (!(await verifyMessage({ ...signed, message: MESSAGE })))
    throw new Error(`The signature is not that of ${address}.`)
}
