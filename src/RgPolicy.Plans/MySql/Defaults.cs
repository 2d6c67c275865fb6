namespace RgPolicy.Plans.MySql;

/// <summary>What plans of MySQL and MariaDB do not tell: the servers' defaults.</summary>
internal static class Defaults
{
    /// <summary>innodb_page_size.</summary>
    public const double PageBytes = 16 * 1024;

    /// <summary>join_buffer_size of MySQL and MariaDB.</summary>
    public const double JoinBuffer = 256 * 1024;

    /// <summary>sort_buffer_size of MySQL; MariaDB's is 2 MiB.</summary>
    public const double SortBuffer = 256 * 1024;

    /// <summary>tmp_table_size.</summary>
    public const double TemporaryTable = 16 * 1024 * 1024;

    /// <summary>Bytes of a row whose width is not printed.</summary>
    public const double RowBytes = 64;

    /// <summary>What a row in a hash table or temporary table carries beside its columns.</summary>
    public const double RowOverhead = 16;

    /// <summary>Groups as a part of the rows that are grouped: no plan prints it.</summary>
    public const double GroupsPerRow = 0.1;

    /// <summary>row_evaluate_cost of the optimiser's cost model.</summary>
    public const double RowCost = 0.1;
}
