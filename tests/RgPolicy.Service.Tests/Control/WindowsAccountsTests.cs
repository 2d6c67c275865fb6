using RgPolicy.Service.Control;

namespace RgPolicy.Service.Tests.Control;

public sealed class WindowsAccountsTests
{
    private const string System = "S-1-5-18";
    private const string Administrators = "S-1-5-32-544";
    private const string Me = "S-1-5-21-1-2-3-1001";
    private const string Other = "S-1-5-21-1-2-3-1002";
    private const string Own = "S-1-5-80-1-2-3-4-5";

    // Windows' installer has the same account on every Windows.
    [Fact]
    public void OfService_TheInstaller_IsItsKnownAccount()
    {
        const string Known = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464";

        Assert.Equal(Known, WindowsAccounts.OfService("TrustedInstaller"));
        Assert.Equal(Known, WindowsAccounts.OfService("trustedinstaller"));
    }

    [Theory]
    [InlineData(System, "", Own, true)]
    [InlineData(Own, "", Own, true)]
    [InlineData(Me, Administrators, Own, true)]
    [InlineData(Me, "S-1-5-11 S-1-5-32-544", Own, true)]
    [InlineData(Me, "S-1-5-32-545 S-1-5-11", Own, false)]
    [InlineData(Me, "S-1-5-32-5444", Own, false)]
    [InlineData(Me, System, Own, false)]
    [InlineData(Me, "", null, false)]
    [InlineData(null, "", null, false)]
    [InlineData(null, Administrators, null, false)]
    public void MayOperate_OnlyAdministratorsSystemAndTheServicesAccount_May(
        string? user,
        string groups,
        string? own,
        bool expected
    ) => Assert.Equal(expected, WindowsAccounts.MayOperate(user, groups.Split(' '), own));

    [Theory]
    [InlineData(System, true)]
    [InlineData(Administrators, true)]
    [InlineData(Me, true)]
    [InlineData(Other, false)]
    [InlineData("S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464", false)]
    [InlineData(null, false)]
    public void MayServe_OthersPipes_AreImpostors(string? owner, bool expected) =>
        Assert.Equal(expected, WindowsAccounts.MayServe(owner, Me));

    [Fact]
    public void MayServe_TheServicesOwnAccount_May() =>
        Assert.True(WindowsAccounts.MayServe(WindowsAccounts.OfService("RgPolicy"), Me));
}
