using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>Which roles a login is a member of, directly or by other roles, as <c>pg_auth_members</c>
/// has them.</summary>
/// <param name="members">Roles by the member's oid.</param>
internal sealed class RoleMembers(ILookup<uint, uint> members)
{
    /// <summary>The oids of the roles, each once.</summary>
    public ImmutableArray<uint> RolesOf(uint login)
    {
        var found = new List<uint>();
        var (seen, open) = (new HashSet<uint> { login }, new Stack<uint>([login]));
        while (open.TryPop(out var member))
        {
            foreach (var role in members[member].Where(seen.Add))
            {
                found.Add(role);
                open.Push(role);
            }
        }

        return [.. found];
    }
}
