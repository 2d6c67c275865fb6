using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

public sealed class TargetProfileReaderTests
{
    [Fact]
    public void Read_EveryField_IsTaken()
    {
        var check = TargetProfileReader.Read(
            """
            { "name": "db1", "dbms_kind": "sqlserver", "dbms_version": "15.18", "operating_system": "windows", "sockets": 2,
              "cores": 44, "llc_bytes": 57671680, "llc_ways": 20, "minimum_mask_bits": 2, "classes_of_service": 8,
              "has_memory_bandwidth_allocation": false }
            """
        );

        Assert.Null(check.Error);
        Assert.Equal(
            ("db1", "sqlserver", "15.18", "windows"),
            (
                check.Profile?.Name,
                check.Profile?.DbmsKind,
                string.Join('.', check.Profile?.DbmsVersion ?? []),
                check.Profile?.OperatingSystem
            )
        );
        Assert.Equal(
            (2, 44, 57_671_680L, 20, 2, 8, false),
            (
                check.Profile?.Sockets,
                check.Profile?.Cores,
                check.Profile?.LlcBytes,
                check.Profile?.LlcWays,
                check.Profile?.MinimumMaskBits,
                check.Profile?.ClassesOfService,
                check.Profile?.HasMemoryBandwidthAllocation
            )
        );
    }

    [Theory]
    [InlineData("{ \"zzz_zzz_zzz\": 1 }", "Fields: name, ")]
    [InlineData("{ \"core\": 1 }", "Did you mean `cores`?")]
    public void Read_FieldThatIsNone_SaysWhatWouldBe(string text, string expected) =>
        Assert.Contains(expected, TargetProfileReader.Read(text).Error, StringComparison.Ordinal);

    [Fact]
    public void Write_AnyProfile_IsReadAgain()
    {
        var text = TargetProfileReader.Write(
            TargetProfile.Generic with
            {
                Name = "a \"b\"",
                Cores = 3,
                DbmsVersion = [10, 11, 6],
            }
        );

        Assert.Equal(
            text,
            TargetProfileReader.Write(Assert.IsType<TargetProfile>(TargetProfileReader.Read(text).Profile))
        );
        Assert.Contains("\"dbms_version\": \"10.11.6\"", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_NameOnly_IsOtherwiseGeneric() =>
        Assert.Equal(16, TargetProfileReader.Read("{\"name\":\"x\",}").Profile?.Cores);

    [Theory]
    [InlineData("", "Line 1 is not JSON: a profile is one object, such as {\"name\": \"db1\", \"cores\": 8}.")]
    [InlineData(
        "{\n\"name\": }",
        "Line 2 is not JSON: a profile is one object, such as {\"name\": \"db1\", \"cores\": 8}."
    )]
    [InlineData("[]", "A profile is one JSON object, such as {\"name\": \"db1\", \"cores\": 8}.")]
    [InlineData("{}", "The profile has no `name`.")]
    [InlineData("{\"name\":\"x\",\"core\":8}", "A profile has no field `core`. Did you mean `cores`?")]
    [InlineData("{\"name\":\"x\",\"cores\":1e400}", "`cores` takes a whole number from 1 to 65536.")]
    [InlineData(
        "{\"name\":\"x\",\"dbms_kind\":\"oracle\"}",
        "`dbms_kind` takes one of \"sqlserver\", \"postgresql\", " + "\"mariadb\", \"mysql\"."
    )]
    [InlineData(
        "{\"name\":\"x\",\"minimum_mask_bits\":12,\"llc_ways\":11}",
        "`minimum_mask_bits` is above `llc_ways`."
    )]
    [InlineData("{\"name\":\"x\",\"sockets\":32}", "`sockets` is above `cores`.")]
    public void Read_ProfileThatDoesNotFit_SaysWhy(string json, string error)
    {
        var check = TargetProfileReader.Read(json);

        Assert.Equal(error, check.Error);
        Assert.Null(check.Profile);
    }

    [Theory]
    [InlineData("{\"name\":\"\\ud800\"}")]
    [InlineData("{\"\\ud800\":1}")]
    public void Read_TextThatIsNotUnicode_IsAnError(string json) =>
        Assert.NotNull(TargetProfileReader.Read(json).Error);

    [Fact]
    public void Read_LoneSurrogate_IsAnError() =>
        Assert.NotNull(TargetProfileReader.Read($"{{\"name\":\"{(char)0xD800}\"}}").Error);

    [Fact]
    public void Read_Topology_IsTakenAndWrittenAgain()
    {
        const string Json = """
            { "name": "db1", "sockets": 2, "cores": 6, "shareable_bits": "0xc0000", "has_sparse_masks": true, "sub_numa_clusters": 2,
              "l3_domains": [{ "id": 0, "bytes": 1048576, "cores": "0,2 1,3" }, { "id": 16, "socket": 1, "cores": "8 9" }],
              "numa_nodes": ["0-1", "", "2-3,8-9"], "capabilities": ["psi"], "cgroup_version": 2, "kernel_release": "6.1" }
            """;

        var profile = Assert.IsType<TargetProfile>(TargetProfileReader.Read(Json).Profile);
        var again = Assert.IsType<TargetProfile>(TargetProfileReader.Read(TargetProfileReader.Write(profile)).Profile);

        Assert.Equal(TargetProfileReader.Write(profile), TargetProfileReader.Write(again));
        Assert.Equal([0, 2, 1, 3], again.L3Domains[0].Cpus);
        Assert.Equal((16, 1, 0L), (again.L3Domains[1].Id, again.L3Domains[1].Socket, again.L3Domains[1].Bytes));
        Assert.Equal([2, 3, 8, 9], again.NumaNodes[2].ToArray());
        Assert.Equal(
            (0xc0000UL, true, 2, 2),
            (again.ShareableBits, again.HasSparseMasks, again.SubNumaClusters, again.CgroupVersion)
        );
        Assert.True(again.HasCpu(8) && !again.HasCpu(4));
    }

    [Theory]
    [InlineData("\"l3_domains\": [{\"id\": 0, \"cores\": \"0 0\"}]")]
    [InlineData("\"l3_domains\": [{\"id\": 0, \"cores\": \"\"}]")]
    [InlineData("\"l3_domains\": [{\"id\": 0, \"cores\": \"0-\"}]")]
    [InlineData("\"l3_domains\": [{\"cores\": \"0\"}]")]
    [InlineData("\"l3_domains\": [{\"id\": 0, \"cores\": \"0\", \"ways\": 1}]")]
    [InlineData("\"l3_domains\": [{\"id\": 0, \"cores\": \"0-3\"}]")]
    [InlineData("\"numa_nodes\": [\"3-1\"]")]
    [InlineData("\"shareable_bits\": \"0x100000\"")]
    public void Read_TopologyThatDoesNotFit_IsAnError(string field) =>
        Assert.NotNull(TargetProfileReader.Read("{\"name\":\"x\"," + field + "}").Error);
}
