namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

public sealed class ComparedValuesTests
{
    [Fact]
    public void Of_Column_HasWhatTheTextsCompareItWith()
    {
        var values = new ComparedValues(
            [
                new QueryText(
                    "a",
                    "SELECT 7 FROM kinds AS k, sorts s WHERE k.name = 'one' AND s.name LIKE '%two%' "
                        + "AND amount BETWEEN 3 AND 4"
                ),
                new QueryText(
                    "b",
                    "SELECT * FROM kinds k WHERE k.name IN ('three', 'it''s') AND day >= DATE '2021-02-03'"
                ),
            ],
            ["kinds", "sorts"]
        );

        Assert.Equal(["it's", "one", "three"], values.Of("kinds", "name"), StringComparer.Ordinal);
        Assert.Equal(["two"], values.Of("sorts", "name"), StringComparer.Ordinal);
        Assert.Equal(["3", "4"], values.Of("sorts", "amount"), StringComparer.Ordinal);
        Assert.Empty(values.Of("sorts", "other"));
        Assert.Equal([new DateOnly(2021, 2, 3)], values.Dates);
    }
}
