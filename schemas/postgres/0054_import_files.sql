-- The file of an import is stored before its row, because the row is inserted under the lock of the account.
alter table import_parts alter constraint import_parts_import_id_fkey deferrable initially immediate;
