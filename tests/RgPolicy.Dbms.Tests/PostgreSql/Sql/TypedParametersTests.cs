using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class TypedParametersTests
{
    [Theory]
    [InlineData("select 1 where d > date $1", "select 1 where d > cast($1 as date)")]
    [InlineData("select d + INTERVAL $1 from t", "select d + cast($1 as interval) from t")]
    [InlineData("select d - interval $2 day, $1", "select d - cast($2 as interval), $1")]
    [InlineData("select interval $1 day to second", "select cast($1 as interval)")]
    [InlineData("select interval(3) $1, timestamp(0) $2", "select cast($1 as interval(3)), cast($2 as timestamp(0))")]
    [InlineData("select a = uuid $1, BIGINT $2", "select a = cast($1 as uuid), cast($2 as bigint)")]
    [InlineData("select double precision $1", "select cast($1 as double precision)")]
    [InlineData("values (timestamp with time zone $1)", "values (cast($1 as timestamp with time zone))")]
    [InlineData("select extract($1 from d), extract( $2 FROM e)", "select date_part($1 , d), date_part( $2 , e)")]
    public void Readable_ConstantsBehindTheirType_AreCasts(string text, string expected) =>
        Assert.Equal(expected, TypedParameters.Readable(text));

    [Theory]
    [InlineData("")]
    [InlineData("select date, time from t where date = $1")]
    [InlineData("select t.date $1")]
    [InlineData("select 'date $1', \"date\" -- date $1")]
    [InlineData("select extract(year from d) limit $1")]
    [InlineData("select date")]
    [InlineData("select numeric(10, 2), text(a) = $1, f(text) < $1")]
    [InlineData("select 'broken")]
    public void Readable_AnythingElse_StaysAsItIs(string text) => Assert.Equal(text, TypedParameters.Readable(text));
}
