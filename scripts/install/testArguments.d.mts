export function testArguments(args: readonly string[]): { only?: string; changed?: string }
