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
    [InlineData("select interval $1 day to second(2), $2", "select cast($1 as interval), $2")]
    [InlineData("select interval $1 second(2)", "select cast($1 as interval)")]
    [InlineData("select timestamp(2) with time zone $1", "select cast($1 as timestamp(2) with time zone)")]
    [InlineData("select numeric(10,2) $1, dec $2", "select cast($1 as numeric(10,2)), cast($2 as dec)")]
    [InlineData("select character varying(5) $1", "select cast($1 as character varying(5))")]
    [InlineData("select national character(3) $1", "select cast($1 as national character(3))")]
    [InlineData("select bit(3) $1, bit varying $2", "select cast($1 as bit(3)), cast($2 as bit varying)")]
    [InlineData("select money $1 + citext $2", "select cast($1 as money) + cast($2 as citext)")]
    [InlineData("select \"char\" $1, app.\"Kind\" $2", "select cast($1 as \"char\"), cast($2 as app.\"Kind\")")]
    [InlineData("select pg_catalog.date $1", "select cast($1 as pg_catalog.date)")]
    [InlineData("select extract($1 from d), extract( $2 FROM e)", "select date_part($1 , d), date_part( $2 , e)")]
    public void Readable_ConstantsBehindTheirType_AreCasts(string text, string expected) =>
        Assert.Equal(expected, TypedParameters.Readable(text));

    [Theory]
    [InlineData("")]
    [InlineData("select date, time from t where date = $1")]
    [InlineData("select 'date $1', \"date\" -- date $1")]
    [InlineData("select extract(year from d) limit $1")]
    [InlineData("select date")]
    [InlineData("select numeric(10, 2), text(a) = $1, f(text) < $1")]
    [InlineData("select a from t where a like $1 escape $2 or a between symmetric $3 and $4 limit $5 offset $6")]
    [InlineData("select a at time zone $1, overlay(a placing $2 from $3 for $4), trim(both $5 from a) from t")]
    [InlineData("select case $1 when $2 then $3 else $4 end from t where a is distinct from $5 and a similar to $6")]
    [InlineData(
        "select sum(a) over (order by b rows between $1 preceding and $2 following) from t fetch first $3 rows only"
    )]
    [InlineData("insert into t values ($1, $2) on conflict do update set a = $3 returning $4")]
    [InlineData("select json_object($1 value $2), xmlparse(document $3), substring(a similar $4 escape $5) from t")]
    [InlineData("select distinct $1, all_ from t group by $2 having $3 union all select $4 order by $5")]
    [InlineData("select f(variadic $1), array[$2], (a)($3)")]
    [InlineData("select 'broken")]
    public void Readable_AnythingElse_StaysAsItIs(string text) => Assert.Equal(text, TypedParameters.Readable(text));
}
