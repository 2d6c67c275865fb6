using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

public sealed class BuiltInProfilesTests
{
    public static TheoryData<string> Names => [.. BuiltInProfiles.Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void Find_EachName_IsAWholeProfile(string name)
    {
        var profile = Assert.IsType<TargetProfile>(BuiltInProfiles.Find(name));

        Assert.Equal(name, profile.Name);
        Assert.NotNull(TargetProfileReader.Read(TargetProfileReader.Write(profile)).Profile);
        Assert.Equal(profile.L3Domains.IsEmpty ? 0 : profile.Cores, profile.NumaNodes.Sum(node => node.Length));
        Assert.Equal(
            profile.Sockets,
            Math.Max(1, profile.L3Domains.Select(domain => domain.Socket).Distinct().Count())
        );
    }

    [Fact]
    public void Names_AreThoseOfTheShippedMachines() =>
        Assert.Equal(
            "generic broadwell_2s epyc_many_ccx mariadb-10.11-linux mysql-8.4-linux sapphire_rapids_snc4 "
                + "sqlserver-2022 sqlserver-2025 sqlserver-mi vm_without_cat windows",
            string.Join(' ', BuiltInProfiles.Names)
        );

    [Theory]
    [InlineData("sqlserver-2022", SettingName.Tempdb, "come with SQL Server 2025")]
    [InlineData("sqlserver-2022", SettingName.CpuTime, "trace flag 2422")]
    [InlineData("sqlserver-2025", SettingName.Tempdb, null)]
    [InlineData("sqlserver-2025", SettingName.Grant, null)]
    [InlineData("sqlserver-mi", SettingName.Tempdb, "come with SQL Server 2025")]
    [InlineData("sqlserver-mi", SettingName.CpuTime, "error 10961")]
    [InlineData("sqlserver-mi", SettingName.Cores, "any CPU")]
    public void Of_SettingOfASqlServer_SaysWhatItDoesThere(string name, SettingName setting, string? reason)
    {
        var profile = Assert.IsType<TargetProfile>(BuiltInProfiles.Find(name));

        var capability = SettingCapability.Of(setting, profile);

        Assert.Equal("sqlserver", profile.DbmsKind);
        Assert.Contains(reason ?? "", capability.Reason, StringComparison.Ordinal);
        Assert.True(reason is not null || capability.Reason.Length == 0, capability.Reason);
    }

    [Fact]
    public void Find_OtherName_IsNone() => Assert.Null(BuiltInProfiles.Find("other"));
}
