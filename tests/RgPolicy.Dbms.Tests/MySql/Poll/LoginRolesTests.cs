using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

public sealed class LoginRolesTests
{
    [Fact]
    public void Of_RolesOfRoles_AreItsTooAndCirclesEnd()
    {
        var roles = LoginRoles.Of([("anna", "b"), ("b", "c"), ("c", "b"), ("anna", "a"), ("other", "d")]);

        Assert.Equal("a b c", string.Join(' ', roles.Of("anna") ?? []));
        Assert.Equal(0, roles.Of("eve")?.Length);
        Assert.Null(LoginRoles.Unknown.Of("anna"));
    }

    [Fact]
    public void Of_RoleOfTheLoginsName_IsOneOfItsRolesWhereItIsGranted()
    {
        var roles = LoginRoles.Of([("etl", "etl"), ("etl", "readers")]);

        Assert.Equal("etl readers", string.Join(' ', roles.Of("etl") ?? []));
    }

    [Fact]
    public void IsSame_OtherGrants_IsNot()
    {
        var roles = LoginRoles.Of([("anna", "b"), ("anna", "a")]);

        Assert.True(roles.IsSame(LoginRoles.Of([("anna", "a"), ("anna", "b"), ("anna", "b")])));
        Assert.False(roles.IsSame(LoginRoles.Of([("anna", "a")])));
        Assert.False(roles.IsSame(LoginRoles.Of([("anna", "a"), ("anna", "c")])));
        Assert.False(roles.IsSame(LoginRoles.Unknown));
        Assert.True(LoginRoles.Unknown.IsSame(LoginRoles.Unknown));
    }
}
