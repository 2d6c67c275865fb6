using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class RangeParametersTests
{
    [Theory]
    [InlineData("select 1 from t where id between $1 and $2", "select 1 from t where id = $1")]
    [InlineData(
        "select 1 from t where id BETWEEN $1::int AND $2::int and b = 2",
        "select 1 from t where id = $1::int and b = 2"
    )]
    [InlineData("select 1 from t where (t.day between $3 and $4)", "select 1 from t where (t.day = $3)")]
    [InlineData(
        "select 1 from t where day >= $1 and day < $2 order by day",
        "select 1 from t where day = $1 order by day"
    )]
    [InlineData("select 1 from t where t.a < $1 and T.A > $2", "select 1 from t where t.a = $1")]
    [InlineData(
        "select 1 from t where a between $1 and $2 and b between $3 and $4",
        "select 1 from t where a = $1 and b = $3"
    )]
    [InlineData("select 1 from t where \"a b\" > $1 and \"a b\" <= $2;", "select 1 from t where \"a b\" = $1;")]
    public void Narrow_RangeBetweenParameters_IsItsLowerEnd(string text, string narrow) =>
        Assert.Equal(narrow, RangeParameters.Narrow(text));

    [Theory]
    [InlineData("select 1 from t where id between 1 and $2")]
    [InlineData("select 1 from t where id between $1 and 5")]
    [InlineData("select 1 from t where id not between $1 and $2")]
    [InlineData("select 1 from t where id between symmetric $1 and $2")]
    [InlineData("select 1 from t where id between $1 and $2 + 100")]
    [InlineData("select 1 from t where id between $1 - 5 and $2")]
    [InlineData("select 1 from t where a >= $1 and b <= $2")]
    [InlineData("select 1 from t where a >= $1 and a >= $2")]
    [InlineData("select 1 from t where x - a >= $1 and x - a < $2")]
    [InlineData("select 1 from t where a >= $1 or a < $2")]
    [InlineData("select 1 from t where a > $1")]
    [InlineData("select 1 from t where a = 'x between $1 and $2'")]
    [InlineData("between")]
    [InlineData("between $1")]
    [InlineData("a >= $1 and")]
    [InlineData("")]
    public void Narrow_NoSuchRange_IsNull(string text) => Assert.Null(RangeParameters.Narrow(text));
}
