using RgPolicy.HtapBench.Server;

namespace RgPolicy.EndToEnd.Tests.BadInput;

/// <summary>Policies with errors govern nothing.</summary>
public sealed class PolicyTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    [Theory]
    [InlineData("language 1\npool a { cpu weight 100 }\nclass x -> b when plan.shape = scan\ndefault -> a\n", "RG2001")]
    [InlineData("language 1\npool a { cpu weight", "RG1")]
    [InlineData("", "RG")]
    public async Task Run_PolicyWithErrors_EndsWith2AndSaysWhere(string text, string diagnostic)
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgp");
        await File.WriteAllTextAsync(path, text);
        try
        {
            var (code, output, errors) = await Rgp.RunAsync(
                "run",
                path,
                "--server",
                fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database)
            );

            Assert.Equal(2, code);
            Rgp.AssertClear(errors);
            Assert.Contains(diagnostic, output + errors, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task Run_PolicyThatIsNotThere_NamesIt()
    {
        var (code, _, errors) = await Rgp.RunAsync(
            "run",
            "no-such-policy.rgp",
            "--server",
            fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database)
        );

        Assert.InRange(code, 2, 3);
        Rgp.AssertClear(errors, "no-such-policy.rgp");
    }
}
