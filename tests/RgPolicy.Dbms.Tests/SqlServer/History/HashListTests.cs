using RgPolicy.Dbms.SqlServer.History;

namespace RgPolicy.Dbms.Tests.SqlServer.History;

public sealed class HashListTests
{
    [Theory]
    [InlineData(1, 8)]
    [InlineData(8, 8)]
    [InlineData(9, 64)]
    [InlineData(65, 512)]
    [InlineData(500, 512)]
    public void Table_AnyNumberOfHashes_HasOneOfFewLengthsAndTheRestIsNull(int hashes, int length)
    {
        var list = new HashList([.. Enumerable.Range(1, hashes).Select(number => -(long)number)]);

        Assert.StartsWith("(VALUES (@h0), (@h1), ", list.Table, StringComparison.Ordinal);
        Assert.Equal(length, list.Table.Split('@').Length - 1);
        Assert.Equal(length, list.Arguments.Length);
        Assert.Equal(length - hashes, list.Arguments.Count(each => each.Value == "NULL"));
        Assert.All(list.Arguments, each => Assert.Equal("bigint", each.Type));
        Assert.Equal("-1", list.Arguments[0].Value);
    }
}
