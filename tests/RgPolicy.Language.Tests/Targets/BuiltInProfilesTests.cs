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
                + "vm_without_cat windows",
            string.Join(' ', BuiltInProfiles.Names)
        );

    [Fact]
    public void Find_OtherName_IsNone() => Assert.Null(BuiltInProfiles.Find("other"));
}
