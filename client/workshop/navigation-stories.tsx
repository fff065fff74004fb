import { Pagination } from '../dashboard/ui/lists/Pagination.tsx';

export default { title: 'Navigation' };

const to = (page: number) => `?page=${page}`;

export const FirstPage = () => <Pagination current={1} total={3} to={to} label="Pages" />;

export const MiddleOfMany = () => <Pagination current={50} total={120} to={to} label="Pages" />;
