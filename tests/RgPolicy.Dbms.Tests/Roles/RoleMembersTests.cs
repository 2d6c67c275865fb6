using RgPolicy.Dbms.Roles;

namespace RgPolicy.Dbms.Tests.Roles;

public sealed class RoleMembersTests
{
    [Fact]
    public void RolesOf_DrawnGraphs_AreAllThatCanBeReached()
    {
        var random = new Random(20261125);
        for (var round = 0; round < 500; round++)
        {
            var rows = Enumerable
                .Range(0, random.Next(0, 14))
                .Select(_ => (Member: (uint)random.Next(1, 8), Role: (uint)random.Next(1, 8)))
                .ToList();
            var members = new RoleMembers<uint>(rows.ToLookup(row => row.Member, row => row.Role));

            for (var login = 1u; login < 8; login++)
                Assert.Equal(Reachable(rows, login), members.RolesOf(login).Order());
        }
    }

    /// <summary>What a role of the set leads to joins it, until nothing does.</summary>
    private static IEnumerable<uint> Reachable(List<(uint Member, uint Role)> rows, uint login)
    {
        var all = new HashSet<uint> { login };
        while (rows.Exists(row => all.Contains(row.Member) && all.Add(row.Role))) { }

        return all.Where(role => role != login).Order();
    }
}
