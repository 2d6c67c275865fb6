using System.Text.Json;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Engine.Tests.Documents;

public sealed class JsonMembersTests
{
    [Fact]
    public void Write_MembersOfAllKinds_IsTheirDocument()
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream))
        {
            json.WriteStartObject();
            json.WriteNumberOrNull("one", 1.5m);
            json.WriteNumberOrNull("none", null);
            json.WriteBooleanOrNull("yes", true);
            json.WriteBooleanOrNull("unknown", null);
            json.WriteTexts("texts", ["a", "b"]);
            json.WriteTexts("empty", []);
            json.WriteObjects("objects", [1, 2], number => json.WriteNumber("n", number));
            json.WriteObjects("nothing", Array.Empty<int>(), _ => { });
            json.WriteEndObject();
        }

        Assert.Equal(
            """{"one":1.5,"none":null,"yes":true,"unknown":null,"texts":["a","b"],"empty":[],"objects":[{"n":1},{"n":2}],"nothing":[]}""",
            Encoding.UTF8.GetString(stream.ToArray())
        );
    }
}
