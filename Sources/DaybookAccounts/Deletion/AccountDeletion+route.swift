import DaybookCore
import DaybookHost
import HTTP
import Postgres

extension AccountDeletion {
    /// `DELETE /v1/account`: 200 with the receipt once nothing is left. Needs a fresh proof: the password or a recovery
    /// code of an account that has a login, a new word of the provider of one that has an identity, and of one that
    /// only devices lead to its own id as `confirm`. 422 where a proof is missing (`accepts` says which count), 403
    /// where it proves nothing, 409 while another account is on its way into this one.
    func addRoutes(to routes: inout GuardedRoutes, _ proof: OwnerProof, _ identities: Identities) {
        routes.delete("/v1/account", needs: .own) { [self] request, principal in
            let given =
                try await request.optionalDocument { reader throws(WireError) in try reader.readFreshProof() }
                ?? FreshProof()
            try await given.demand(of: principal.account, proof, identities)
            guard let receipt = try await delete(principal.account) else { throw Problem.unauthenticated }
            identities.revokeSoon()
            return receipt.response
        }
    }
}

extension DeletionReceipt {
    var response: Response {
        .secret { json in
            json.beginObject()
            json.member("deletionId", id)
            json.member("beganAt", beganAt)
            json.member("finishedAt", finishedAt)
            json.name("rows")
            json.alreadyJSON(Array(counts.utf8).span)
            json.endObject()
        }
    }
}
