using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>What an operator delivers over the whole statement.</summary>
/// <param name="Rows">Rows; unknown where the plan does not say.</param>
/// <param name="Width">Bytes of a row.</param>
internal readonly record struct MySqlFlow(Quantity Rows, double Width)
{
    public static MySqlFlow Nothing { get; } = new(new(0, Provenance.Estimate), 0);

    public double Bytes => Rows.OrZero * Width;
}
