using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using RgPolicy.Documents;

namespace RgPolicy.Service.Tests.Status;

/// <summary>What is read of a document is all that is in it.</summary>
public sealed class DocumentFormatTests
{
    [Theory]
    [InlineData("status.json")]
    [InlineData("status-bare.json")]
    public void Status_ReadAndWrittenAgain_IsTheSame(string name) => CheckRoundTrip(name, DocumentFormat.Status);

    [Theory]
    [InlineData("pause.json")]
    [InlineData("resume.json")]
    public void Pause_ReadAndWrittenAgain_IsTheSame(string name) => CheckRoundTrip(name, DocumentFormat.Pause);

    [Theory]
    [InlineData("reload.json")]
    [InlineData("reload-unchanged.json")]
    [InlineData("reload-rejected.json")]
    public void Reload_ReadAndWrittenAgain_IsTheSame(string name) => CheckRoundTrip(name, DocumentFormat.Reload);

    [Fact]
    public void Why_ReadAndWrittenAgain_IsTheSame() => CheckRoundTrip("why.json", DocumentFormat.Why);

    [Theory]
    [InlineData("[]")]
    [InlineData("1")]
    [InlineData("null")]
    [InlineData("""{"queries":{}}""")]
    [InlineData("""{"audit_lost":"many"}""")]
    [InlineData("""{"service":{"turns":1.5}}""")]
    public void Read_AnotherDocument_IsNull(string json) => Assert.Null(Read(json, DocumentFormat.Status));

    [Theory]
    [InlineData("""{"level":"enforce"}""", true)]
    [InlineData("""{"level":"enforce","paused":{"by":"user a"}}""", false)]
    [InlineData("""{"level":"enforce","sidecar":{"is_ready":true}}""", true)]
    [InlineData("""{"level":"enforce","sidecar":{"is_ready":false}}""", false)]
    [InlineData("""{"level":"observe"}""", false)]
    [InlineData("{}", false)]
    public void IsEnforced_LevelAndPause_TellWhatIsCarriedOut(string json, bool isEnforced) =>
        Assert.Equal(isEnforced, Read(json, DocumentFormat.Status)!.IsEnforced);

    [Fact]
    public void OrEmpty_ListThatIsMissingOrHasHoles_HasWhatIsThere()
    {
        Assert.Empty(Read("{}", DocumentFormat.Status)!.Queries.OrEmpty());
        Assert.Equal(
            "a",
            Assert.Single(Read("""{"queries":[null,{"id":"a"}]}""", DocumentFormat.Status)!.Queries.OrEmpty()).Id
        );
    }

    [Theory]
    [InlineData("2026-11-24T15:04:05Z")]
    [InlineData("2026-11-24T15:04:05.25Z")]
    [InlineData("2026-11-24T15:04:05.1234567Z")]
    public void Text_OfAMoment_IsAsTheDocumentHasIt(string moment) =>
        Assert.Equal(moment, DocumentFormat.Text(Read($$"""{"since":"{{moment}}"}""", DocumentFormat.Pause)!.Since));

    private static void CheckRoundTrip<T>(string name, JsonTypeInfo<T> form)
        where T : class
    {
        var json = Baseline.Read(name);

        Assert.Equal(json, Encoding.UTF8.GetString(DocumentFormat.ToBytes(Read(json, form)!, form)));
    }

    private static T? Read<T>(string json, JsonTypeInfo<T> form)
        where T : class
    {
        using var document = JsonDocument.Parse(json);
        return DocumentFormat.Read(document.RootElement, form);
    }
}
