namespace RgPolicy.Dbms.Texts;

/// <summary>Words of MySQL and MariaDB that mean the same; in the text of a digest the server writes one of them.</summary>
internal static class MySqlSynonyms
{
    private static readonly FrozenDictionary<string, string> Words = new Dictionary<string, string>(
        StringComparer.Ordinal
    )
    {
        ["distinctrow"] = "distinct",
        ["substr"] = "substring",
        ["mid"] = "substring",
        ["char"] = "character",
        ["database"] = "schema",
        ["databases"] = "schemas",
        ["fields"] = "columns",
        ["int"] = "integer",
        ["dec"] = "decimal",
        ["numeric"] = "decimal",
        ["some"] = "any",
        ["regexp"] = "rlike",
        ["session"] = "local",
        ["std"] = "stddev_pop",
        ["stddev"] = "stddev_pop",
        ["variance"] = "var_pop",
        ["current_timestamp"] = "now",
        ["localtime"] = "now",
        ["localtimestamp"] = "now",
        ["current_date"] = "curdate",
        ["current_time"] = "curtime",
        ["user"] = "system_user",
        ["session_user"] = "system_user",
        ["sql_tsi_second"] = "second",
        ["sql_tsi_minute"] = "minute",
        ["sql_tsi_hour"] = "hour",
        ["sql_tsi_day"] = "day",
        ["sql_tsi_week"] = "week",
        ["sql_tsi_month"] = "month",
        ["sql_tsi_quarter"] = "quarter",
        ["sql_tsi_year"] = "year",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The word that stands for it, in small letters, as it is.</summary>
    public static string Of(string word) => Words.GetValueOrDefault(word, word);
}
