import {
  bytesToHex,
  deriveEvmAccount,
  EVM_PATH,
  openKit,
  parseKit,
  rootToMnemonic,
  zeroize,
} from '@latchkey/keyring'

/**
 * What is printed for a kit and its code.
 *
 * @param file the text of the file
 * @param code as it was written down
 * @param withKeys also the private key
 * @throws InvalidKitError, InvalidRecoveryCodeError, KitNotOpenedError
 */
export async function describeKit(file: string, code: string, withKeys: boolean): Promise<string> {
  const kit = parseKit(parseJson(file))
  const root = await openKit(kit, code)
  const account = await deriveEvmAccount(root)
  try {
    const addresses = kit.accounts.map((one) =>
      typeof one === 'string' ? `  ${one}` : `  ${one.namespace} ${one.type}: ${one.address}`,
    )
    return [
      `Kit of wallet ${kit.walletId}, made ${new Date(kit.createdAt).toISOString()}`,
      '',
      'Recovery phrase (BIP-39, 24 words, no passphrase):',
      `  ${rootToMnemonic(root)}`,
      '',
      'Addresses:',
      ...addresses,
      '',
      `The first address comes from the path ${EVM_PATH}.`,
      ...(withKeys ? ['', 'Private key of the first address:', `  ${bytesToHex(account.privateKey)}`] : []),
      '',
    ].join('\n')
  } finally {
    zeroize(root, account.privateKey)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
