namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>The days that dates are drawn from.</summary>
/// <param name="First">The first.</param>
/// <param name="Days">How many.</param>
internal readonly record struct DateRange(DateOnly First, int Days)
{
    private const int Beside = 180;

    /// <summary>Around those that the texts name; five years where they name none.</summary>
    public static DateRange Around(IEnumerable<DateOnly> named)
    {
        var days = named.Where(day => day.Year is > 1900 and < 2100).Order().ToArray();
        return days.Length == 0
            ? new DateRange(new DateOnly(2020, 1, 1), 5 * 365)
            : new DateRange(days[0].AddDays(-Beside), days[^1].DayNumber - days[0].DayNumber + (2 * Beside));
    }
}
