interface Accounts {
  readonly ownBalance: number | null | undefined;
  readonly organizations:
    | readonly { readonly organization: { readonly name: string; readonly balance: number } }[]
    | null
    | undefined;
}

/** Returns the accounts that have a balance: the organizations', then the user's own, whose name is null. */
export const accountsWithBalance = ({
  ownBalance,
  organizations,
}: Accounts): { name: string | null; balance: number }[] =>
  [
    ...(organizations ?? []).map(({ organization: { name, balance } }) => ({ name, balance })),
    { name: null, balance: ownBalance ?? 0 },
  ].filter(({ balance }) => balance !== 0);
