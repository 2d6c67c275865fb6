using System.Text;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Tests.Documents;

public class JsonNamesTests
{
    [Fact]
    public void Find_OfEveryName_IsThatName()
    {
        foreach (var name in Enum.GetValues<JsonName>().Where(name => name != JsonName.None))
        {
            var letters = JsonNames.Of(name).Where(char.IsAsciiLetterOrDigit);

            Assert.Equal(name, JsonNames.Find(Encoding.UTF8.GetBytes(JsonNames.Of(name)), out _));
            if (name is not (JsonName.IteratorLoops or JsonName.IteratorRows))
                Assert.Equal(name.ToString(), string.Concat(letters), ignoreCase: true);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("node type")]
    [InlineData("Node Typ")]
    [InlineData("Plan Rows ")]
    [InlineData("Shared Hit Blockz")]
    [InlineData("\\u004Eode Type")]
    public void Find_OfAnythingElse_IsNone(string name) =>
        Assert.Equal(JsonName.None, JsonNames.Find(Encoding.UTF8.GetBytes(name), out _));

    [Fact]
    public void Texts_OfTheSameBytes_AreTheSameString()
    {
        var texts = new TextCache();

        Assert.Same(texts.Of("Seq Scan"u8), texts.Of("Seq Scan"u8));
        Assert.Same(texts.Joined("public", '.', "sales"), texts.Joined("public", '.', "sales"));
        Assert.Equal("public.sales", texts.Joined("public", '.', "sales"));
        Assert.Equal("é", texts.Of("é"u8));
        Assert.Equal(new string('x', 200) + ".y", texts.Joined(new string('x', 200), '.', "y"));
    }

    [Fact]
    public void Texts_OfManyNames_NeverMixThemUp()
    {
        var texts = new TextCache();
        for (var number = 0; number < 20_000; number++)
        {
            var name = $"table_{number * 7919}_{number % 13}";

            Assert.Equal(name, texts.Of(Encoding.UTF8.GetBytes(name)));
            Assert.Equal($"s.{name}", texts.Joined("s", '.', name));
        }
    }
}
