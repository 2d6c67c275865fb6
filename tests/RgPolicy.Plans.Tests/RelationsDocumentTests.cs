namespace RgPolicy.Plans.Tests;

public sealed class RelationsDocumentTests
{
    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        var relations = new Dictionary<string, RelationFigures>(StringComparer.Ordinal)
        {
            ["sa\"les"] = new(1.5e9, 2e7),
            ["sales_pkey"] = new(null, 0),
        };

        var read = RelationsDocument.Read(
            Encoding.UTF8.GetBytes(RelationsDocument.Write("db", DateTimeOffset.UnixEpoch, relations))
        );

        Assert.Equal(relations, read);
    }

    [Fact]
    public void Read_NameThatComesTwice_IsLeftOut()
    {
        var read = Read("""{ "name": "a", "rows": 1, "pages": 1 }, { "name": "a", "rows": 2, "pages": 2 }""");

        Assert.Empty(read ?? throw new InvalidOperationException("not read"));
    }

    [Theory]
    [InlineData("""{ "name": "a", "rows": -1, "pages": 1 }""")]
    [InlineData("""{ "name": "a", "rows": null, "pages": 1e300 }""")]
    [InlineData("""{ "name": "a", "rows": "many", "pages": 1 }""")]
    [InlineData("""{ "name": null, "rows": 1, "pages": 1 }""")]
    [InlineData("""{ "name": "a", "rows": 1 }""")]
    [InlineData("7")]
    [InlineData("}")]
    public void Read_WhatCannotBe_IsNull(string relation) => Assert.Null(Read(relation));

    private static IReadOnlyDictionary<string, RelationFigures>? Read(string relations) =>
        RelationsDocument.Read(
            Encoding.UTF8.GetBytes($$"""{ "schema": "rgp/relations/1", "relations": [ {{relations}} ] }""")
        );
}
