using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Checking;

public sealed class HostNoteTests
{
    private const string Pools = "language 1\npool p { cache 100% }\npool q { cache 50% }\n";
    private const string Note =
        "On the target `generic` (16 cores, 1 socket, 32 MiB of L3); elsewhere the host's constants "
        + "are others: give `--profile`.";

    [Theory]
    [InlineData("class a -> q when plan.dop > host.cores\nclass b -> p when plan.dop > 20", "RG3002")]
    [InlineData(
        "let most = 2 * host.cores\nclass a -> q when plan.dop > 20\nclass b -> p when plan.dop > most",
        "RG3002"
    )]
    [InlineData("class a -> q when plan.dop > host.cores and plan.dop < 10", "RG3001")]
    [InlineData("class a -> q when plan.dop > host.cores or plan.dop > 30", "RG3006")]
    [InlineData("class a -> q when plan.working_set > host.llc / 3", "RG3007")]
    [InlineData(
        "class a -> q when plan.dop > 5\nrule r on class a { when plan.dop > 4 then log when plan.dop < host.cores "
            + "or plan.dop > 3 then notify }",
        "RG3011"
    )]
    public void Check_FindingThatAConstantOfTheHostDecides_NamesTheHost(string statements, string code)
    {
        var found = PolicyReader
            .Check(Pools + statements + "\ndefault -> p\n", "p.rgp", TargetProfile.Generic)
            .Diagnostics;

        Assert.All(
            found.Where(each => each.Code == code),
            each => Assert.EndsWith(Note, each.Message, StringComparison.Ordinal)
        );
        Assert.Contains(found, each => each.Code == code);
    }

    [Theory]
    [InlineData(
        "class a -> q when plan.dop > 16\nclass b -> p when plan.dop > 20\nclass c -> q when plan.rows > 5",
        "RG3002"
    )]
    [InlineData(
        "class h -> q when plan.dop > host.cores\nclass a -> q when plan.rows > 16\nclass b -> p when plan.rows > 20",
        "RG3002"
    )]
    [InlineData("class h -> q when plan.dop > host.cores\nclass a -> p when plan.rows > 5 and plan.rows < 3", "RG3001")]
    public void Check_FindingThatHoldsOnEveryHost_NamesNone(string statements, string code)
    {
        var found = PolicyReader
            .Check(Pools + statements + "\ndefault -> p\n", "p.rgp", TargetProfile.Generic)
            .Diagnostics;

        Assert.All(
            found.Where(each => each.Code == code),
            each => Assert.DoesNotContain("On the target", each.Message, StringComparison.Ordinal)
        );
        Assert.Contains(found, each => each.Code == code);
    }

    [Fact]
    public void Check_TargetThatIsNamed_IsJudgedForIt()
    {
        var large = TargetProfile.Generic with { Name = "large", Cores = 64 };
        var text = Pools + "class a -> q when plan.dop > host.cores\nclass b -> p when plan.dop > 20\ndefault -> p\n";

        Assert.DoesNotContain(
            PolicyReader.Check(text, "p.rgp", large).Diagnostics,
            each => each.Code == "RG3002" || each.Message.Contains("On the target", StringComparison.Ordinal)
        );
    }
}
