using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

public sealed class TargetProfileReaderTests
{
    [Fact]
    public void Read_EveryField_IsTaken()
    {
        var check = TargetProfileReader.Read("""
            { "name": "db1", "dbms_kind": "sqlserver", "dbms_version": "15.18", "operating_system": "windows", "sockets": 2,
              "cores": 44, "llc_bytes": 57671680, "llc_ways": 20, "minimum_mask_bits": 2, "classes_of_service": 8,
              "has_memory_bandwidth_allocation": false }
            """);

        Assert.Null(check.Error);
        Assert.Equal(("db1", "sqlserver", "15.18", "windows"),
            (check.Profile?.Name, check.Profile?.DbmsKind, string.Join('.', check.Profile?.DbmsVersion ?? []),
                check.Profile?.OperatingSystem));
        Assert.Equal((2, 44, 57_671_680L, 20, 2, 8, false),
            (check.Profile?.Sockets, check.Profile?.Cores, check.Profile?.LlcBytes, check.Profile?.LlcWays,
                check.Profile?.MinimumMaskBits, check.Profile?.ClassesOfService, check.Profile?.HasMemoryBandwidthAllocation));
    }

    [Fact]
    public void Write_AnyProfile_IsReadAgain()
    {
        var text = TargetProfileReader.Write(TargetProfile.Generic with { Name = "a \"b\"", Cores = 3, DbmsVersion = [10, 11, 6] });

        Assert.Equal(text, TargetProfileReader.Write(Assert.IsType<TargetProfile>(TargetProfileReader.Read(text).Profile)));
        Assert.Contains("\"dbms_version\": \"10.11.6\"", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_NameOnly_IsOtherwiseGeneric() => Assert.Equal(
        16, TargetProfileReader.Read("{\"name\":\"x\",}").Profile?.Cores);

    [Theory]
    [InlineData("", "Line 1 is not JSON: a profile is one object, such as {\"name\": \"db1\", \"cores\": 8}.")]
    [InlineData("{\n\"name\": }", "Line 2 is not JSON: a profile is one object, such as {\"name\": \"db1\", \"cores\": 8}.")]
    [InlineData("[]", "A profile is one JSON object, such as {\"name\": \"db1\", \"cores\": 8}.")]
    [InlineData("{}", "The profile has no `name`.")]
    [InlineData("{\"name\":\"x\",\"core\":8}", "A profile has no field `core`. Did you mean `cores`?")]
    [InlineData("{\"name\":\"x\",\"cores\":0}", "`cores` takes a whole number from 1 to 65536.")]
    [InlineData("{\"name\":\"x\",\"cores\":1e400}", "`cores` takes a whole number from 1 to 65536.")]
    [InlineData("{\"name\":\"x\",\"cores\":\"8\"}", "`cores` takes a whole number from 1 to 65536.")]
    [InlineData("{\"name\":\"x\",\"dbms_version\":15.18}", "`dbms_version` takes whole numbers joined by dots in "
        + "quotes, such as \"15.18\".")]
    [InlineData("{\"name\":\"x\",\"dbms_kind\":\"oracle\"}", "`dbms_kind` takes one of \"sqlserver\", \"postgresql\", "
        + "\"mariadb\", \"mysql\".")]
    [InlineData("{\"name\":\"x\",\"minimum_mask_bits\":12,\"llc_ways\":11}", "`minimum_mask_bits` is above `llc_ways`.")]
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
    public void Read_TextThatIsNotUnicode_IsAnError(string json) => Assert.NotNull(TargetProfileReader.Read(json).Error);

    [Fact]
    public void Read_LoneSurrogate_IsAnError() =>
        Assert.NotNull(TargetProfileReader.Read($"{{\"name\":\"{(char)0xD800}\"}}").Error);

    [Fact]
    public void Find_Generic_IsBuiltIn()
    {
        Assert.Same(TargetProfile.Generic, TargetProfileReader.Find("generic"));
        Assert.Null(TargetProfileReader.Find("other"));
    }
}
