namespace RgPolicy.Dbms.Roles;

/// <summary>Which roles a login is a member of, directly or by other roles.</summary>
internal sealed class RoleMembers<TRole>(ILookup<TRole, TRole> members)
    where TRole : notnull
{
    public ImmutableArray<TRole> RolesOf(TRole login)
    {
        var found = new List<TRole>();
        var (seen, open) = (new HashSet<TRole> { login }, new Stack<TRole>([login]));
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
