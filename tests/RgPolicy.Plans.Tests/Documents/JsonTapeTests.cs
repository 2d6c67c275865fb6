using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Tests.Corpus;

namespace RgPolicy.Plans.Tests.Documents;

/// <summary>The tape beside the platform's own document, which is the reference.</summary>
public class JsonTapeTests
{
    private static readonly JsonDocumentOptions AsTheTape = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = JsonTape.MaximumDepth,
    };

    [Theory]
    [InlineData("postgres")]
    [InlineData("mysql")]
    public void Read_OfCorpusDocuments_HoldsWhatThePlatformsDocumentHolds(string server)
    {
        foreach (var bytes in PlanCorpus.Files(server).Select(File.ReadAllBytes))
        {
            using var tape = JsonTape.For(bytes);
            if (JsonStarts.Next(bytes, 0) is >= 0 and var start && tape.Read(start) is { End: JsonEnd.Complete } part)
            {
                using var platform = JsonDocument.Parse(bytes.AsMemory(start..part.EndOffset), AsTheTape);
                AssertSame(platform.RootElement, part.Root!.Value);
            }
        }
    }

    [Theory]
    [InlineData("[1, 2", nameof(JsonEnd.Truncated), 1)]
    [InlineData("{\"a\": {\"b\": 1", nameof(JsonEnd.Truncated), 1)]
    [InlineData("{\"a\": 1, x", nameof(JsonEnd.Malformed), 1)]
    [InlineData("[1, 2, /* 3 */]", nameof(JsonEnd.Complete), 2)]
    public void Read_OfPartsAndWhatClientsAdd_KeepsWhatCameBefore(string json, string end, int members)
    {
        using var tape = JsonTape.For(Encoding.UTF8.GetBytes(json));

        var part = tape.Read(0);

        Assert.Equal(end, part.End.ToString());
        Assert.Equal(end != nameof(JsonEnd.Complete), part.Root!.Value.IsCut);
        var count = 0;
        foreach (var _ in part.Root.Value.Children)
            count++;
        Assert.Equal(members, count);
    }

    [Fact]
    public void Member_ThatIsThereTwice_IsTheFirst()
    {
        using var tape = JsonTape.For("{\"Plan Rows\":1,\"Plan Rows\":2,\"Pl\\u0061n\":3}"u8.ToArray());

        var root = tape.Read(0).Root!.Value;

        Assert.Equal(1, root.NumberOf("Plan Rows"));
        Assert.False(root.Has("Plan"));
    }

    [Fact]
    public void Texts_OfManyNames_AreTheSameStringAndNeverMixedUp()
    {
        var texts = new TextCache();
        for (var number = 0; number < 20_000; number++)
        {
            var name = $"table_{number * 7919}_{number % 13}";
            var first = texts.Of(Encoding.UTF8.GetBytes(name));

            Assert.Equal(name, first);
            Assert.Same(first, texts.Of(name));
            Assert.Equal($"s.{name}", texts.Joined("s", '.', name));
        }

        Assert.Equal("é", texts.Of("é"u8));
        Assert.Equal(new string('x', 200) + ".y", texts.Joined(new string('x', 200), '.', "y"));
    }

    private static void AssertSame(JsonElement expected, JsonValue actual)
    {
        Assert.Equal(expected.ValueKind, actual.Kind);
        var children = new List<JsonValue>();
        foreach (var child in actual.Children)
            children.Add(child);
        if (expected.ValueKind == JsonValueKind.Object)
        {
            var members = expected.EnumerateObject().ToList();
            Assert.Equal(members.ConvertAll(member => member.Name), children.ConvertAll(child => child.Name));
            Assert.All(members.Zip(children), pair => AssertSame(pair.First.Value, pair.Second));
        }
        else if (expected.ValueKind == JsonValueKind.Array)
            Assert.All(expected.EnumerateArray().Zip(children), pair => AssertSame(pair.First, pair.Second));
        else if (expected.ValueKind == JsonValueKind.String)
            Assert.Equal(expected.GetString(), actual.Text);
        else if (expected.ValueKind == JsonValueKind.Number)
            Assert.Equal(expected.GetDouble(), actual.Number);
    }
}
