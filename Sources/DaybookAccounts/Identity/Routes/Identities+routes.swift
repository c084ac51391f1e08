extension Identities {
    /// Ways in by an identity, and about the identities that lead to an account.
    func routes(_ signIn: SignIn) -> [GuardedRoute] {
        let owner = OwnerCheck(signIn: signIn, identities: self)
        return PasskeyRoutes(owner: owner).routes + [
            .get("/v1/identity/providers", ReadProviders(vouching: vouching, passkeys: signIn.passkeys).answer),
            .post("/v1/identity/nonce", MakeNonce(vouching: vouching).answer),
            .post("/v1/identity/:provider/token", SignInByToken(identities: self).answer),
            .post("/v1/identity/:provider/authorization", BeginInBrowser(identities: self).answer),
            .post("/v1/identity/session", EndInBrowser(identities: self).answer),
            .get(Vouching.callbackPath, SignInCallback(identities: self).answer),
            .get("/v1/account/identities", needs: .own, ReadIdentities(identities: self).answer),
            .post("/v1/account/identities/:provider/token", needs: .own, LinkByToken(owner: owner).answer),
            .post(
                "/v1/account/identities/:provider/authorization", needs: .own, BeginInBrowser(identities: self).answer),
            .post("/v1/account/identities", needs: .own, EndLinkInBrowser(owner: owner).answer),
            .delete("/v1/account/identities/:identity", needs: .own, Unlink(owner: owner).answer),
            .post("/v1/account/claim", needs: .own, ClaimAccount(signIn: signIn, owner: owner).answer),
        ]
    }
}
