using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Mixes;

public sealed class MixReaderTests
{
    [Fact]
    public void Read_WholeMix_HasEverything()
    {
        var mix = MixReader
            .Read(
                """
                {
                  "schema": "rgp/mix/1", "seconds": 30, "sees": "phases", "slots": 2,
                  "machine": { "memory_bandwidth": "40 GB/s", "prefetchers": false },
                  "queries": [ { "name": "q", "kind": "bulk_load", "dop": 4, "clients": 2, "think_seconds": 1,
                    "session": { "login": "bi" },
                    "phases": [ { "shape": "bulk_load", "cpu_seconds": 2, "streamed": "1 GiB",
                      "structures": [ { "bytes": "40 MiB", "accesses": 1e6, "skew": 0.5 } ] } ] } ]
                }
                """
            )
            .Mix;

        Assert.NotNull(mix);
        Assert.Equal(
            (30.0, true, 2, 40e9, 4.0),
            (mix.Seconds, mix.SeesPhases, mix.Slots ?? 0, mix.Memory.BytesPerSecond, mix.Memory.StreamDepth)
        );
        Assert.Equal(40.0 * 1024 * 1024, Assert.Single(mix.Queries[0].Phases[0].Structures).Bytes);
        Assert.Equal(
            ("bi", 2, 1.0),
            (mix.Queries[0].Session.Login, mix.Queries[0].Clients, mix.Queries[0].ThinkSeconds)
        );
    }

    [Theory]
    [InlineData("", 2_097_152)]
    [InlineData("\"machine\": { \"memory_ns\": 90 },", 2_097_152)]
    [InlineData("\"machine\": { \"l2\": \"1 MiB\" },", 1_048_576)]
    [InlineData("\"machine\": { \"l2\": 0 },", 0)]
    public void Read_CacheOfACore_IsThatOfTheTargetUnlessGiven(string machine, long bytes)
    {
        var mix = MixReader
            .Read($$"""{ {{machine}} "queries": [ { "name": "q", "phases": [ { "cpu_seconds": 1 } ] } ] }""")
            .Mix;
        var target = TargetProfile.Generic with { L2Bytes = 2_097_152 };

        Assert.NotNull(mix);
        Assert.Equal(bytes, MachineModel.Of(target, mix.Memory).Memory.L2Bytes);
    }

    [Theory]
    [InlineData("", "line 1 is not JSON")]
    [InlineData("[]", "an object is wanted here")]
    [InlineData("{ \"queries\": [] }", "mix.queries: is empty")]
    [InlineData("{ \"querys\": [] }", "no member `querys`")]
    [InlineData("{ \"schema\": \"rgp/mix/9\" }", "reads rgp/mix/1")]
    [InlineData("{ \"seconds\": 1e300, \"queries\": [] }", "mix.seconds: takes a number from 0.001 to 86400")]
    [InlineData("{ \"queries\": [ { \"name\": \"q\" } ] }", "a query whose plan is not known needs a phase")]
    [InlineData("{ \"queries\": [ { \"name\": \"q\", \"phases\": [ {} ] } ] }", "does nothing")]
    [InlineData(
        "{ \"queries\": [ { \"name\": \"q\", \"dop\": 0, \"phases\": [ { \"cpu_seconds\": 1 } ] } ] }",
        "queries[0].dop: takes a number from 1 to 1024"
    )]
    [InlineData(
        "{ \"queries\": [ { \"name\": \"q\", \"shape\": \"sacn\", \"phases\": [ { \"cpu_seconds\": 1 } ] } ] }",
        "takes one of oltp, scan"
    )]
    public void Read_WrongMix_SaysWhereAndWhat(string json, string expected)
    {
        var check = MixReader.Read(json);

        Assert.Null(check.Mix);
        Assert.Contains(expected, check.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0", "takes bytes from 64")]
    [InlineData("-1", "takes bytes from 64")]
    [InlineData("1e19", "takes bytes from 64 to 70368744177664")]
    [InlineData("\"4 EiB\"", "takes bytes, as a number or as")]
    [InlineData("\"MiB\"", "takes bytes, as a number or as")]
    [InlineData("1e999", "bytes")]
    [InlineData("null", "needs `bytes` and `accesses`")]
    public void Read_FootprintThatCannotBe_IsRefused(string bytes, string expected)
    {
        var check = MixReader.Read(
            "{ \"queries\": [ { \"name\": \"q\", \"phases\": [ { \"structures\": [ { \"bytes\": "
                + bytes
                + ", \"accesses\": 10 } ] } ] } ] }"
        );

        Assert.Null(check.Mix);
        Assert.Contains(expected, check.Error, StringComparison.Ordinal);
    }
}
