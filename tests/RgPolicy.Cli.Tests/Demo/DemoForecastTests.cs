using RgPolicy.Cli.Demo;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Cli.Tests.Demo;

public sealed class DemoForecastTests
{
    private const string Weights = """
        language 1
        pool critical  { cpu weight 1000 }
        pool reporting { cpu weight 100 cores 50% }
        class oltp -> critical when plan.shape = oltp
        class reports -> reporting when session.login = 'report'
        default -> critical
        """;

    [Theory]
    [InlineData("broadwell_2s")]
    [InlineData("epyc_many_ccx")]
    public void Of_PolicyWithoutCacheSettings_OwesNothingToTheCache(string target)
    {
        var forecast = Forecast(Weights, target);

        Assert.All(forecast.Cache.Policies[0].Gains, gain => Assert.Equal((0, 0, 0), (gain.Gain, gain.Low, gain.High)));
        Assert.Contains(forecast.Whole.Comparison.Policies[0].Gains, gain => gain.Gain != 0);
    }

    [Fact]
    public void Of_PolicyWithCacheSettingsOnly_OwesNearlyAllToTheCache()
    {
        var forecast = Forecast(
            "language 1 pool all { cache 100% } pool few { cache 10% } class s -> few when plan.shape = scan "
                + "default -> all",
            "broadwell_2s"
        );

        var (cache, whole) = (forecast.Cache.Policies[0].Gains, forecast.Whole.Comparison.Policies[0].Gains);
        Assert.Contains(cache, gain => gain.Gain > 0.05);
        // Of the join few run, and it matters beside whom they come to run: each play has a chance of 3 to 8 % there.
        Assert.All(
            cache.Zip(whole),
            each =>
                Assert.Equal(
                    each.Second.Gain ?? 1,
                    each.First.Gain ?? 2,
                    each.First.Name == "customer_join" ? 0.15 : 0.05
                )
        );
    }

    [Fact]
    public void WriteCache_QueryThatLosesItsWays_SaysWhy()
    {
        var output = new StringWriter();
        var forecast = Forecast(
            "language 1 pool all { cpu weight 100 } pool few { cache 10% } class a -> few when plan.shape = "
                + "join\ndefault -> all",
            "epyc_many_ccx"
        );

        ForecastText.WriteCache(CliRun.Context(Stream.Null) with { Output = output }, forecast);

        Assert.Contains(
            "customer_join loses by it: its hits fall, for pool few fills 2 of 16 ways.",
            output.ToString()
        );
    }

    [Fact]
    public void WriteOtherLosses_QueryWithLittleWeight_SaysWhatItsPoolHas()
    {
        var output = new StringWriter();

        ForecastText.WriteOtherLosses(
            CliRun.Context(Stream.Null) with
            {
                Output = output,
            },
            Forecast(Weights, "generic")
        );

        Assert.Contains(
            "revenue loses, not by its cache: pool reporting has cpu weight 100, cores 50%.",
            output.ToString()
        );
    }

    private static DemoForecast Forecast(string policy, string target)
    {
        var mix = MixReader
            .Read(File.ReadAllText(Path.Combine(RepositoryRoot.Path, "samples", "mixes", "reporting.json")))
            .Mix;
        var profile = BuiltInProfiles.Find(target);
        Assert.True(mix is not null && profile is not null);
        return DemoForecast.Of(policy, "test.rgp", mix, profile, CancellationToken.None)
            ?? throw new InvalidOperationException(policy);
    }
}
