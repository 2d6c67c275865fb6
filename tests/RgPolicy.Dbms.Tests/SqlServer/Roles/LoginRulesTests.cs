using RgPolicy.Dbms.SqlServer.Roles;

namespace RgPolicy.Dbms.Tests.SqlServer.Roles;

public sealed class LoginRulesTests
{
    private static readonly Sysadmins NoGroups = new(
        true,
        Sysadmins.Names(["sa", @"CORP\olga"]),
        Sysadmins.Names([]),
        Sysadmins.Names([])
    );
    private static readonly Sysadmins WithGroup = NoGroups with { Groups = Sysadmins.Names([@"CORP\DBAs"]) };
    private static readonly Sysadmins WithExternal = NoGroups with { ExternalGroups = Sysadmins.Names(["dbas"]) };

    [Theory]
    [InlineData("SA", true)]
    [InlineData(@"corp\OLGA", true)]
    [InlineData("shop", false)]
    [InlineData(@"CORP\anna", false)]
    [InlineData("anna@corp.example", false)]
    public void IsOne_NoGroupInSysadmin_IsKnownOfEverybody(string login, bool expected) =>
        Assert.Equal(expected, NoGroups.IsOne(login));

    [Theory]
    [InlineData("shop", false)]
    [InlineData(@"CORP\olga", true)]
    [InlineData(@"CORP\anna", null)]
    [InlineData("anna@corp.example", false)]
    public void IsOne_WindowsGroupInSysadmin_CannotBeToldOfLoginsOfTheDomain(string login, bool? expected) =>
        Assert.Equal(expected, WithGroup.IsOne(login));

    [Theory]
    [InlineData("shop", false)]
    [InlineData("anna@corp.example", null)]
    public void IsOne_ExternalGroupInSysadmin_CannotBeToldOfItsLogins(string login, bool? expected) =>
        Assert.Equal(expected, WithExternal.IsOne(login));

    [Theory]
    [InlineData(@"CORP\anna", false, null, null)]
    [InlineData(@"CORP\svc_etl", false, null, null)]
    [InlineData(@"CORP\svc_backup", true, "listed as never governed", null)]
    [InlineData(@"CORP\stranger", true, null, "Groups")]
    [InlineData("sa", true, null, null)]
    [InlineData("monitor", false, "listed as never governed", null)]
    public void Of_ListedLogins_AreAsTheListsSay(string login, bool isSysadmin, string? exemption, string? doubt)
    {
        var verdict = new LoginRules(WithGroup, [@"CORP\svc_backup", "Monitor"], [@"corp\anna", @"CORP\svc_*"]).Of(
            login
        );

        Assert.Equal((isSysadmin, doubt), (verdict.IsSysadmin, verdict.Doubt?.ToString()));
        Assert.Equal(
            exemption is not null,
            verdict.Exemption?.Contains(exemption ?? "", StringComparison.Ordinal) == true
        );
    }

    [Fact]
    public void Of_RolesThatCannotBeSeen_LeavesEverybodyAlone() =>
        Assert.Equal(
            new LoginVerdict(true, null, LoginDoubt.Unseen),
            new LoginRules(Sysadmins.Unseen, [], []).Of("shop")
        );
}
