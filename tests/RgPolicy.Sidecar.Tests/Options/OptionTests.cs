using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Tests.Options;

public sealed class OptionTests
{
    [Fact]
    public void Read_AllOptions_AreTakenAndTheMoversAreKeptBack()
    {
        string[] words =
        [
            "--socket",
            "/a/s",
            "--state-dir",
            "/a",
            "--data-directory",
            "/pg",
            "--client-uid",
            "5",
            "--client-uid",
            "6",
            "--client-gid",
            "7",
            "--limits",
            "/l",
            "--lease-ms",
            "500",
            "--channel",
            "9",
            "--lock",
            "10",
        ];

        var options = OptionReader.Read(words, out var problem);

        Assert.Empty(problem);
        Assert.NotNull(options);
        Assert.Equal("/pg", options.DataDirectory);
        Assert.Equal([5U, 6U], options.ClientUsers.ToArray());
        Assert.Equal(TimeSpan.FromMilliseconds(500), options.Lease);
        Assert.Equal(9, options.Channel);
        Assert.Equal(words[..^4], options.Words.ToArray());
    }

    [Theory]
    [InlineData("--socket", "relative")]
    [InlineData("--socket")]
    [InlineData("--postmaster", "0")]
    [InlineData("--postmaster", "-5")]
    [InlineData("--postmaster", "99999999999")]
    [InlineData("--lease-ms", "0")]
    [InlineData("--client-uid", "root")]
    [InlineData("--client-gid", "no such group")]
    [InlineData("--unknown", "x")]
    public void Read_WrongWords_RefusedWithAReason(params string[] words)
    {
        Assert.Null(OptionReader.Read(words, out var problem));
        Assert.NotEmpty(problem);
    }

    [Fact]
    public void Read_GroupByName_IsLookedUp() =>
        Assert.Equal(0U, OptionReader.Read(["--client-gid", "root"], out _)?.ClientGroup);

    [Fact]
    public void ParseLimits_SomeGiven_TheOthersKeepTheirDefaults()
    {
        var limits = LimitsFile.Parse(
            "{ \"max_pools\": 4, \"allowed_cores\": \"0-1,3\", \"background_workers\": true, \"sampling\": true, "
                + "/* why */ }",
            out var problem
        );

        Assert.Empty(problem);
        Assert.NotNull(limits);
        Assert.Equal(4, limits.MaxPools);
        Assert.Equal([0, 1, 3], limits.AllowedCores!.Value.ToArray());
        Assert.Equal((true, false), (limits.BackgroundWorkers, Limits.Default.BackgroundWorkers));
        Assert.Equal((true, false), (limits.Sampling, Limits.Default.Sampling));
        Assert.Equal(0.05, limits.LeastCpuShare);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("{\"max_pool\":4}")]
    [InlineData("{\"max_pools\":0}")]
    [InlineData("{\"least_cpu_share\":0}")]
    [InlineData("{\"least_cpu_share\":2}")]
    [InlineData("{\"allowed_cores\":\"x\"}")]
    [InlineData("{\"most_ways\":99}")]
    [InlineData("{\"max_processes\":100000}")]
    [InlineData("{\"reschedule_ms\":-1}")]
    [InlineData("{\"ready_ms\":101}")]
    public void ParseLimits_Wrong_RefusedWithAReason(string text)
    {
        Assert.Null(LimitsFile.Parse(text, out var problem));
        Assert.NotEmpty(problem);
    }

    [Fact]
    public void ReadLimits_WritableByOthers_Refused()
    {
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, "{}");
            Assert.NotNull(LimitsFile.Read(path, out _));
            _ = Native.Libc.ChangeMode(path, 0b110_110_110);
            Assert.Null(LimitsFile.Read(path, out var problem));
            Assert.Contains("chmod", problem, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(path);
        }
    }
}
